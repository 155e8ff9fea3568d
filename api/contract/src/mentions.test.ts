import { expect, it } from 'vitest';
import { RegisterBody } from './members.ts';
import { partsOf, possibleMentions } from './mentions.ts';

const meantIn = (text: string, usernames: readonly string[]) =>
  possibleMentions(text).map((readings) => readings.find((one) => usernames.includes(one.toLowerCase())));

const usernames = ['maya', 'maya.okafor', 'olu-2', '.bo', 'ines-', 'ines', 'jean.', 'zoë', 'frens'];

it.each([
  ['Tea with @maya.okafor and @olu-2.', ['maya.okafor', 'olu-2']],
  ['@maya, (@Olu-2)! @maya', ['maya', 'Olu-2']],
  ['@.bo and @ines-', ['.bo', 'ines-']],
  // Of several readings the longest that exists.
  ['@ines--', ['ines-']],
  ['@ines. @jean. @jean.. @zoë…', ['ines', 'jean.', 'jean.', 'zoë']],
  ['@maya.okafor.', ['maya.okafor']],
  ['@maya.Then tea, @maya-who is here', ['maya', 'maya']],
  ['@mayas @mayaokafor', [undefined, undefined]],
  ['请@maya吧', ['maya']],
  ['@mayaさん', ['maya']],
  ['привет@maya', ['maya']],
  ['请@maya。 谢谢@ines-。', ['maya', 'ines-']],
  ['Write to maya@frens.example, иван@frens.example or @@maya', [undefined]],
  ['@', []],
  ['', []],
])('finds who is called in %j', (text, names) => {
  expect(meantIn(text, usernames)).toEqual(names);
});

it.each(['.bo', 'ines-', '_x_', '...a', 'zoe\u0301', '42', 'ﬁn', 'a.-_b'].filter((name) => name.length >= 3))(
  'calls whoever registers as %s',
  (typed) => {
    const { username = '' } = RegisterBody.partial().parse({ username: typed });
    expect(possibleMentions(`Hi @${username}`)[0]?.[0]).toBe(username);
  },
);

it('loses nothing of a text', () => {
  const text = '@maya\nbrings bread, @olu: soup… @nobody';
  const parts = partsOf(text, ['maya', 'olu']);
  expect(parts.map((part) => part.text)).toEqual(['@maya', '\nbrings bread, ', '@olu', ': soup… @nobody']);
  expect(parts.map(({ username }) => username)).toEqual(['maya', null, 'olu', null]);
});
