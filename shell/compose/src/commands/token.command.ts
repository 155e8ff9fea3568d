import type { Command } from '../command.ts';
import { publishable } from '../promote.ts';
import { Refusal } from '../refusal.ts';
import { addToken, endToken, listTokens } from '../rights/tokens.ts';

export const tokenCommand: Command = {
  summary: 'gives and ends rights to publish over the site, without the store',
  words: 'add NAME | end NAME | list',
  count: [1, 2],
  options: {
    publish: { value: 'REMOTE', isList: true, help: 'the token publishes this remote, and no other' },
    promote: { help: 'the token changes what is live' },
  },
  about: `A token is shown once and kept by nobody; its holder puts it into COMPOSE_TOKEN and says --at SITE. The server takes it where
PUBLISHING=true. Tokens are made with the store alone, never over the site.`,
  async run(given, { store, project }) {
    const [what, name] = given.words;
    if (what === 'list' && name === undefined) {
      const tokens = (await listTokens(store)).map(({ hash: _hash, ...token }) => token);
      const lines = tokens.map(
        ({ name: one, remotes, mayPromote, at }) =>
          `${one}  ${at}  ${[...remotes.map((remote) => `publishes ${remote}`), ...(mayPromote ? ['promotes'] : [])].join(', ')}`,
      );
      return { text: lines.join('\n') || 'There is none.', json: tokens };
    }
    if (what === 'end' && name !== undefined) {
      await endToken(store, name);
      return { text: `The token ${name} has ended.`, json: { ended: name } };
    }
    if (what !== 'add' || name === undefined)
      throw new Refusal(
        'usage',
        'Write it like this: compose token add NAME, compose token end NAME, compose token list',
      );
    const remotes = given.list('publish');
    const mayPromote = given.has('promote');
    if (remotes.length === 0 && !mayPromote)
      throw new Refusal('usage', 'Say what it may do: --publish REMOTE, --promote, or both.');
    const unknown = project?.isWholeSite
      ? remotes.filter((remote) => !publishable(project).includes(remote))
      : [];
    const others = remotes.filter((remote) => !/^mf-[a-z-]+$/.test(remote));
    if (unknown.length + others.length > 0)
      throw new Refusal(
        'usage',
        `${[...new Set([...unknown, ...others])].join(', ')}: no remote here. The shell is published with the store.`,
      );
    const token = await addToken(store, { name, remotes, mayPromote });
    return { text: token, json: { token } };
  },
};
