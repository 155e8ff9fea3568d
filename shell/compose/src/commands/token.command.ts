import type { Command } from '../command.ts';
import { formatCommand } from '../format-command.ts';
import { RemoteDescriptor } from '../model/composition.ts';
import { publishable } from '../promote.ts';
import { Refusal } from '../refusal.ts';
import { addToken, endToken, listTokens, type Rights } from '../rights/tokens.ts';

export const tokenCommand: Command = {
  summary: 'adds and revokes tokens to publish over the site, without the store',
  words: 'add NAME | end NAME | list',
  count: [1, 2],
  options: {
    publish: { value: 'REMOTE', isList: true, help: 'may publish this remote' },
    promote: { help: 'may promote and remove these remotes' },
    rollback: { help: 'may roll back, including the work of others' },
    freeze: { help: 'may freeze an environment and end a freeze' },
    environments: { help: 'may create environments (--new-env)' },
  },
  about: `A token is shown once and not stored; its holder puts it into COMPOSE_TOKEN and uses --at SITE. The server accepts it if PUBLISHING=true. Tokens can be
added with access to the store only, not over the site.`,
  async run(given, { store, project }) {
    const [what, name] = given.words;
    if (what === 'list' && name === undefined) {
      const tokens = (await listTokens(store)).map(({ hash: _hash, ...token }) => token);
      const lines = tokens.map((token) => `${token.name}  ${token.at}  ${rightsText(token)}`);
      return { text: lines.join('\n') || 'There is none.', json: tokens };
    }
    if (what === 'end' && name !== undefined) {
      await endToken(store, name);
      return { text: `The token ${name} has ended.`, json: { ended: name } };
    }
    if (what !== 'add' || name === undefined)
      throw new Refusal(
        'usage',
        `Write it like this: ${['add NAME', 'end NAME', 'list'].map((words) => formatCommand(`token ${words}`, { store })).join(', ')}`,
      );
    const remotes = given.list('publish');
    const [mayPromote, mayRollback, mayFreeze, mayBegin] = [
      given.has('promote'),
      given.has('rollback'),
      given.has('freeze'),
      given.has('environments'),
    ];
    if (remotes.length === 0 && !mayRollback && !mayFreeze)
      throw new Refusal(
        'usage',
        'Say what it may do: --publish REMOTE, with --promote where it makes that live, --rollback, --freeze.',
      );
    if (remotes.length === 0 && mayPromote)
      throw new Refusal('usage', 'Say which remotes it promotes: --publish REMOTE --promote.');
    const unknown = project?.isWholeSite
      ? remotes.filter((remote) => !publishable(project).includes(remote))
      : [];
    const others = remotes.filter((remote) => !RemoteDescriptor.shape.name.safeParse(remote).success);
    if (unknown.length + others.length > 0)
      throw new Refusal(
        'usage',
        `${[...new Set([...unknown, ...others])].join(', ')}: no remote here. The shell is published with the store.`,
      );
    const token = await addToken(store, { name, remotes, mayPromote, mayRollback, mayFreeze, mayBegin });
    return { text: token, json: { token } };
  },
};

function rightsText({ remotes, mayPromote, mayRollback, mayFreeze, mayBegin }: Rights): string {
  const published = remotes.map((remote) => `publishes${mayPromote ? ' and promotes' : ''} ${remote}`);
  return [
    ...published,
    ...(mayRollback ? ['rolls back'] : []),
    ...(mayFreeze ? ['freezes'] : []),
    ...(mayBegin ? ['begins environments'] : []),
  ].join(', ');
}
