/** What would end the host of a URL, and is in no domain. */
const noDomain = /[\s/?#:@\\%[\]]/;

/**
 * A domain in ASCII by IDNA (UTS #46), as the URLs of Node and of browsers have it, without the dot of the root; null where it has no such form or is an
 * IP address, as `127.1` and `0x7f.1` are.
 */
export function asciiDomain(domain: string): string | null {
  if (noDomain.test(domain)) return null;
  try {
    const { hostname } = new URL(`http://${domain}`);
    return /^[\d.]+$/.test(hostname) ? null : hostname.replace(/\.$/, '');
  } catch {
    return null;
  }
}

/**
 * The one form of a mail address by which addresses are compared, limited and stopped (D77): `Zoë@münchen.example` is
 * `zoë@xn--mnchen-3ya.example`. What is no address is compared in small letters.
 */
export function canonicalAddress(address: string): string {
  return withAsciiDomain(address.normalize('NFC').toLowerCase());
}

/** An address as mail servers take it: the mailbox as it was written, at a domain in ASCII. */
export function withAsciiDomain(address: string): string {
  return address.replace(/(?<=@)[^@]+$/, (domain) => asciiDomain(domain) ?? domain);
}
