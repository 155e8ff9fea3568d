/** What usernames are made of, also where they are mentioned: a source for regular expressions with the flag `u`. */
export const usernameSign = '(?:\\p{Script=Latin}\\p{M}*|[\\d._-])';
