import type { RemoteDescriptor } from '@frens/compose';
import { isV2Path } from '@frens/contract/frames';
import { useLocation } from '@frens/platform';
import { frameStories, type StoryFrameName } from '@frens/platform/stories';
import { type ReactNode, Suspense } from 'react';
import { buildComposition, buildVersion } from '../../compose/src/testing/build-composition.ts';
import { BareFrame } from '../chrome/bare-frame.tsx';
import { Chrome } from '../chrome/chrome.tsx';
import { SiteWords } from '../chrome/site-words.tsx';
import { ToastRegion } from '../chrome/toast-region.tsx';
import { createRemotes, RemotesProvider } from '../composition/engine.ts';
import { ChromeV2 } from '../routes/shell-screens.ts';
import { useChromeLinks } from '../routes/use-chrome-links.ts';

/** The `remote.json` of every remote, from Storybook's build. */
declare const REMOTE_DESCRIPTORS: (Omit<RemoteDescriptor, 'nav'> & Partial<Pick<RemoteDescriptor, 'nav'>>)[];

// A remote without links gets none of the example's.
const composition = buildComposition(
  ...REMOTE_DESCRIPTORS.map((descriptor) => buildVersion({ descriptor: { nav: [], ...descriptor } })),
);
const remotes = createRemotes({
  composition,
  load: () => new Promise(() => {}),
  addTexts: async () => {},
  fetchComposition: async () => composition,
});

frameStories((name, page) => (
  <RemotesProvider value={remotes}>
    {name === 'none' ? <SiteWords>{page}</SiteWords> : <SiteFrame name={name}>{page}</SiteFrame>}
    <ToastRegion />
  </RemotesProvider>
));

/** The frame of the page, or the older one. */
function SiteFrame({ name, children }: { name: StoryFrameName; children: ReactNode }) {
  const { pathname } = useLocation();
  const links = useChromeLinks(false);
  const wanted = remotes.find(pathname)?.page.frame;
  const isOlder = name === 'older' || isV2Path(pathname);
  const Frame = isOlder ? ChromeV2 : wanted === 'bare' ? BareFrame : Chrome;
  return (
    <Suspense fallback={null}>
      <Frame links={links} isFocused={wanted === 'focused'} onPreload={() => {}}>
        {children}
      </Frame>
    </Suspense>
  );
}
