import { leaveBrowser, newPerson, type Person, takeBrowser } from './browser.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { phone } from './screenshots.ts';
import { startSite, temporaryFolder } from './site.ts';

/** An empty site with a readable mailbox, and two people on phones. */
export interface MailedSite {
  mails: Mailbox;
  people: [Person, Person];
  close(): Promise<void>;
}

/**
 * Starts such a site.
 *
 * @param env further environment of the server
 */
export async function openMailedSite(env: Readonly<Record<string, string>> = {}): Promise<MailedSite> {
  const [folder, mails] = await Promise.all([temporaryFolder(), openMailbox()]);
  const starting = startSite({ dataDir: folder.dir, demo: false, smtpUrl: mails.smtpUrl, env });
  const [site, browser] = await Promise.all([starting, takeBrowser()]);
  const open = async () => {
    const viewport = { width: phone, height: 900 };
    return newPerson(browser, site.origin, { reducedMotion: 'reduce', viewport });
  };
  return {
    mails,
    people: [await open(), await open()],
    async close() {
      await leaveBrowser(browser);
      await site.stop();
      await mails.close();
      await folder.remove();
    },
  };
}
