import { createTexts } from '@frens/contract/messages';
import type { MailPath } from '@frens/contract/site-path';
import type { Config } from '../config.ts';
import { layout } from './layout.ts';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import type { Mail, MailName } from './mail-job.ts';

const textOf = createTexts({ en, es });

/** Anyone who knows an address can trigger these mails, so their footer says to ignore them. All others concern the account. */
const requestedMails = new Set<MailName>([
  'accountExists',
  'changeEmail',
  'confirmAddress',
  'magicLink',
  'resetPassword',
  'sharedAddress',
]);

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** Renders a mail in the recipient's language, as HTML and plain text. */
export function renderMail(
  { name, language, path, values, stopToken }: Mail,
  brand: Config['brand'],
  publicUrl: URL,
): RenderedMail {
  const all = { ...brand, ...values };
  // A greeting must not repeat a name typed by a stranger: unconfirmed addresses are greeted without one (docs/decisions/0116).
  const hello = textOf(language, values.name ? 'hello.named' : 'hello.unnamed', all);
  const text = (key: string) => textOf(language, key, { ...all, hello });
  const subject = text(`${name}.subject`);
  const paragraphs = text(`${name}.text`).split('\n\n');
  const action = text(`${name}.action`);
  const link = new URL(path, publicUrl).href;
  const footer = text(
    stopToken ? `${name}.footer` : requestedMails.has(name) ? 'footer.address' : 'footer.account',
  );
  const stop = stopToken
    ? {
        label: text(`${name}.stop`),
        link: new URL(`/auth?stop=${stopToken}` satisfies MailPath, publicUrl).href,
      }
    : null;
  return {
    subject,
    html: layout({
      language,
      site: brand.site,
      subject,
      paragraphs,
      action: { label: action, link },
      orOpen: text('orOpen'),
      footer,
      stop,
    }),
    text: [
      subject,
      ...paragraphs,
      `${action}: ${link}`,
      `-- \n${footer}`,
      ...(stop ? [`${stop.label}: ${stop.link}`] : []),
    ].join('\n\n'),
  };
}
