import type { Brand } from '../model/composition.ts';
import { parameterPlaceholder } from '../model/matches-path.ts';
import { brandGaps, type RenderedPage, renderedAddress } from '../store/rendered-pages.ts';
import { shellName } from '../store/site-store.ts';

/** The pages of one remote to render. */
export interface Job {
  name: string;
  version: string;
  /** The remote's build; null for the shell's own pages. */
  remote: string | null;
  pages: { pathname: string; query: string; language: string }[];
}

/** The renderer's answer for a page. */
export type Answer = Partial<RenderedPage> & {
  /** The query that it was rendered for; the renderer of an older shell ignores queries. */
  query?: string;
  failures: { message: string; components: string }[];
  data?: unknown[];
};

/** Maximum length of a page's HTML, and of its data. */
export const mostHtml = 500_000;

/** Maximum number of calls whose answers a page shows. */
const mostCalls = 3;

/** Maximum number of query parameters that a page reads. */
const mostReads = 50;

/** Elements that affect or embed whole documents. Browsers without scripts would honour them. */
const foreignElement = /<(script|meta|base|i?frame|object|embed)\b/i;

/** HTML as React writes it: values and comments contain no `<` or `>`, so every tag that a browser sees matches. Styles contain `<` as text. */
const pieces =
  /[^<]+|<(?=[\s\d=])|<!doctype html>|<!--[^<>]*-->|<\/[a-z][\w:.-]*>|<[a-z][\w:.-]*((?: [^\s"'<>/=]+(?:="[^"<>]*")?)*) *\/?>/giy;

const attribute = / ([^\s"'<>/=]+)(?:="([^"<>]*)")?/g;

/** A valid target of a form. */
const ownPath = /^\/(?:[\w?#][^"]*)?$/;

/** Why the targets of a page's forms are invalid, or its HTML could hide one; null if they are valid. */
function actionMisfit(html: string): string | null {
  let end = 0;
  for (const [piece, attributes = ''] of html.matchAll(pieces)) {
    for (const [, name = '', value] of attributes.matchAll(attribute))
      if (/^(?:form)?action$/i.test(name) && value !== undefined && !ownPath.test(value))
        return 'one of its forms has a target that is no path of this site';
    end += piece.length;
  }
  return end === html.length ? null : `its HTML is not as React writes it: ${html.slice(end, end + 50)}`;
}

/**
 * Why a rendered page must not be stored, in sentences.
 *
 * @param page.brand the site's names, if the page was rendered with them
 * @param styles the text of its style sheets
 */
export function misfitsOf(
  { name, version }: Omit<Job, 'pages'>,
  { pathname, query, language, brand }: Job['pages'][number] & { brand?: Brand },
  { html, title, failures: [failure] }: Required<Pick<Answer, 'html' | 'title' | 'failures'>>,
  styles: string,
): string[] {
  const address = renderedAddress(pathname, query);
  const say = (what: string) => `${name} ${version} cannot render ${address} (${language}): ${what}`;
  if (failure) {
    const [, component] = /at (\w+)/.exec(failure.components) ?? [];
    const message = failure.message.slice(0, 500);
    return [say(component ? `${component}: ${message}` : message)];
  }
  if (html.length > mostHtml) return [say(`its HTML is longer than ${mostHtml} characters`)];
  const [, element] = foreignElement.exec(html) ?? [];
  if (element) return [say(`its HTML has <${element}>, which affects more than the page's content`)];
  // With data it may be a word of a member's.
  if (!brand && (html.includes(parameterPlaceholder) || title.includes(parameterPlaceholder)))
    return [say('it shows the parameter of its address, which is not known yet')];
  const misfit = actionMisfit(html);
  if (misfit) return [say(misfit)];
  // A Suspense boundary that shows its fallback.
  if (/<!--\$[!?]-->|<template/.test(html)) return [say('a part of it has not loaded')];
  // The gaps for the site's names are filled later.
  const words = Object.values(brandGaps).reduce((text, gap) => text.replaceAll(gap, ''), html);
  if (!brand && /\{\{|\}\}/.test(words))
    return [say("it changes the case of the site's name, which is not known yet: use a style for that")];
  const prefix = new RegExp(`^(${shellName}|${name})-`);
  const styled = classesOf(styles);
  const bare = [...classesIn(html)].find((one) => prefix.test(one) && !styled.has(one));
  return bare ? [say(`its class ${bare} has no style`)] : [];
}

/** The classes in style sheets; selectors escape some characters of hashes. */
const classesOf = (styles: string): Set<string> =>
  new Set(Array.from(styles.matchAll(/\.((?:[\w-]|\\.)+)/g), ([, name = '']) => name.replaceAll('\\', '')));

function classesIn(html: string): Set<string> {
  return new Set(Array.from(html.matchAll(/ class="([^"]*)"/g), ([, names = '']) => names.split(' ')).flat());
}

/** Validates the renderer's answer. Stops at the first fault, unlike a schema, which would list millions of them and block the server. */
export function areAnswers(value: unknown, count: number): value is Answer[] {
  const isText = (text: unknown) => typeof text === 'string';
  const isRecord = (one: unknown): one is Record<string, unknown> => typeof one === 'object' && one !== null;
  const isAnswer = (one: unknown) =>
    isRecord(one) &&
    [one.html, one.title, one.description, one.query].every((text) => text === undefined || isText(text)) &&
    (one.calls === undefined || areCalls(one.calls)) &&
    (one.reads === undefined || areReads(one.reads)) &&
    (one.data === undefined || Array.isArray(one.data)) &&
    Array.isArray(one.failures) &&
    one.failures.every((each) => isRecord(each) && isText(each.message) && isText(each.components));
  return Array.isArray(value) && value.length === count && value.every(isAnswer);
}

/** Whether a value is a list of query parameters. */
const areReads = (value: unknown) =>
  Array.isArray(value) &&
  value.length <= mostReads &&
  value.every((name) => typeof name === 'string' && name.length <= 50);

/** Whether a value is a list of API addresses, which the server will request anonymously. */
const areCalls = (value: unknown) =>
  Array.isArray(value) &&
  value.length <= mostCalls &&
  value.every((address) => typeof address === 'string' && /^\/api\/[\w/-]+(\?[\w=&%.+-]*)?$/.test(address));
