/** The characters of usernames, also in mentions: a source for regular expressions with the flag `u`. */
export const usernameSign = '(?:\\p{Script=Latin}\\p{M}*|[\\d._-])';
