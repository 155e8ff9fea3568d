// All tokens, read from the stylesheets that declare them.
import { clsx } from 'clsx';
import { type CSSProperties, useState } from 'react';
import { contrastOf } from '../../scripts/contrast.ts';
import type { Token, TokenPairing } from '../../scripts/docs-data.ts';
import { Stack } from '../../src/layout/layout.tsx';
import { SearchField } from '../../src/search-field/search-field.tsx';
import { Heading, Text } from '../../src/text/text.tsx';
import { docsData } from './data.ts';
import { UsedOn } from './links.tsx';
import styles from './tokens-page.module.css';

const layers = {
  palette: 'The colours of each theme. Nothing but the semantic layer reads them.',
  scale: 'Type, space, size, shape, motion and layers. Nothing here has a colour.',
  semantic: 'What components use. Each colour is named for its purpose and follows the theme.',
} as const;
const themes = ['light', 'dark'] as const;

/** CSS property that illustrates a token, by the first word of its name. */
const samples: Readonly<Record<string, string>> = {
  radius: 'borderRadius',
  shadow: 'boxShadow',
  text: 'fontSize',
  font: 'fontFamily',
  leading: 'lineHeight',
  space: 'inlineSize',
  control: 'inlineSize',
  touch: 'inlineSize',
  gutter: 'inlineSize',
  section: 'inlineSize',
};
const kindOf = (name: string) => name.split('-')[2] ?? '';
const isColour = ({ light }: Token) => /^(#|rgb)/.test(light);

export function TokensPage() {
  const [wanted, find] = useState('');
  const shown = docsData.tokens.filter(({ name }) => name.includes(wanted.trim()));
  const pairings = docsData.pairings.filter(({ text, ground }) =>
    `${text} ${ground}`.includes(wanted.trim()),
  );
  return (
    <Stack gap="xl" className={styles.page}>
      <Stack gap="sm">
        <Heading level={1}>Tokens</Heading>
        <Text measure>
          Read from <code>design-system/tokens</code>. For design tools, as W3C design tokens (2025.10):{' '}
          <a href="./tokens/frens.resolver.json">frens.resolver.json</a>, which joins{' '}
          <a href="./tokens/base.tokens.json">base</a>, <a href="./tokens/light.tokens.json">light</a> and{' '}
          <a href="./tokens/dark.tokens.json">dark</a> with what changes on wide screens, under reduced motion
          and with more contrast.
        </Text>
        <SearchField label="Find a token" value={wanted} onValueChange={({ value }) => find(value)} />
      </Stack>
      {layersOf(shown).map((layer) => (
        <section key={layer}>
          <Heading>{`Layer: ${layer}`}</Heading>
          <Text tone="muted">{layers[layer]}</Text>
          <ul className={styles.tokens}>
            {shown
              .filter((token) => token.layer === layer)
              .map((token) => (
                <TokenRow key={token.name} token={token} find={find} />
              ))}
          </ul>
        </section>
      ))}
      <section>
        <Heading>Contrast</Heading>
        <Text measure tone="muted">
          Every text on every ground that a rule of a stylesheet writes. Text needs 4.5, large text and icons
          need 3.
        </Text>
        <ul className={styles.tokens}>
          {pairings.map((pairing) => (
            <PairingRow key={`${pairing.text} ${pairing.ground}`} pairing={pairing} />
          ))}
        </ul>
      </section>
    </Stack>
  );
}

/** The layers that contain one of the tokens, starting with the one that components use. */
const layersOf = (tokens: readonly Token[]) =>
  (['semantic', 'scale', 'palette'] as const).filter((layer) =>
    tokens.some((token) => token.layer === layer),
  );

function TokenRow({ token, find }: { token: Token; find: (name: string) => void }) {
  const { name, light, dark, value, comment, others, readBy, usedOn, usedThrough } = token;
  return (
    <li>
      <span className={styles.samples} aria-hidden="true">
        {isColour(token) ? (
          themes.map((theme) => (
            <span key={theme} className={styles.swatch} style={{ background: token[theme] }} />
          ))
        ) : (
          <Sample token={token} />
        )}
      </span>
      <div className={styles.words}>
        <code className={styles.name}>{name}</code>
        {light === dark ? (
          <span>{light}</span>
        ) : (
          <span>
            {light} light, {dark} dark
          </span>
        )}
        {value === light || name.includes('shadow') ? null : <small>{value}</small>}
        {others.map((other) => (
          <small key={other.condition}>
            {other.condition}: {other.value}
          </small>
        ))}
        {comment ? <small>{comment}</small> : null}
        {readBy.length > 0 ? (
          <small>
            Read by{' '}
            {readBy.map((reader, place) => (
              <span key={reader}>
                {place > 0 ? ', ' : null}
                <button type="button" className={styles.reader} onClick={() => find(reader)}>
                  {reader}
                </button>
              </span>
            ))}
          </small>
        ) : null}
      </div>
      <UsedOn pages={usedOn} through={usedThrough} />
    </li>
  );
}

function Sample({ token: { name } }: { token: Token }) {
  const property = samples[kindOf(name)];
  if (!property) return null;
  const isText = /^(text|font|leading)$/.test(kindOf(name));
  const style: CSSProperties = { [property]: `var(${name})` };
  return (
    <span
      className={clsx(
        styles.sample,
        isText ? styles.letters : property === 'inlineSize' ? styles.bar : styles.box,
      )}
      style={style}
    >
      {isText ? 'Aa' : null}
    </span>
  );
}

function PairingRow({ pairing: { text, ground, usedOn } }: { pairing: TokenPairing }) {
  const valueOf = (name: string, theme: 'light' | 'dark') =>
    docsData.tokens.find((token) => token.name === name)?.[theme] ?? '';
  return (
    <li>
      <span className={styles.samples} aria-hidden="true">
        {themes.map((theme) => (
          <span
            key={theme}
            className={styles.swatch}
            style={{ background: valueOf(ground, theme), color: valueOf(text, theme) }}
          >
            Aa
          </span>
        ))}
      </span>
      <div className={styles.words}>
        <code className={styles.name}>
          {text} on {ground}
        </code>
        {themes.map((theme) => {
          const contrast = contrastOf(valueOf(text, theme), valueOf(ground, theme));
          return (
            <span key={theme} data-verdict={contrast >= 4.5 ? 'text' : contrast >= 3 ? 'large' : 'none'}>
              {contrast.toFixed(1)} {theme}
              {contrast >= 4.5 ? null : contrast >= 3 ? ': large text and icons only' : ': too little'}
            </span>
          );
        })}
      </div>
      <UsedOn pages={usedOn} />
    </li>
  );
}
