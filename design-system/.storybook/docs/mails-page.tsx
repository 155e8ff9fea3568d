import mails from '../../../docs/mails.html?raw';
import { Stack } from '../../src/layout/layout.tsx';
import { Heading, Text } from '../../src/text/text.tsx';
import styles from './pages.module.css';

/** The mails that `npm run mails` has written, in one language and theme. */
function mailsIn(language: string, theme: string) {
  const sections = new DOMParser().parseFromString(mails, 'text/html').querySelectorAll('section');
  return Array.from(sections, (section) => ({
    name: section.querySelector('h2')?.textContent ?? '',
    subject: section.querySelector(`h3[lang=${language}]`)?.textContent ?? '',
    html: section.querySelector<HTMLIFrameElement>(`iframe[title$="(${language}, ${theme})"]`)?.srcdoc ?? '',
    text: section.querySelector(`pre[lang=${language}]`)?.textContent ?? '',
  }));
}

/** Every mail of the site, with an index; the toolbar chooses language and theme. */
export function MailsPage({ language, theme }: { language: string; theme: string }) {
  const shown = mailsIn(language, theme);
  return (
    <Stack gap="xl">
      <Stack gap="sm">
        <Heading level={1}>Mails</Heading>
        <Text measure>Every mail, as HTML and as text. The toolbar chooses language and theme.</Text>
        <ol className={styles.index}>
          {shown.map(({ name, subject }) => (
            <li key={name}>
              <a href={`#mail-${name}`}>{subject}</a> <code>{name}</code>
            </li>
          ))}
        </ol>
      </Stack>
      {shown.map(({ name, subject, html, text }) => (
        <section key={name} id={`mail-${name}`} lang={language}>
          <Heading>{subject}</Heading>
          <iframe className={styles.mail} title={subject} loading="lazy" sandbox="" srcDoc={html} />
          <details>
            <summary lang="en">As text</summary>
            <pre className={styles.text}>{text}</pre>
          </details>
        </section>
      ))}
    </Stack>
  );
}
