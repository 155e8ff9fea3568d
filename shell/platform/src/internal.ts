// What only the shell may use: the parts it drives on behalf of the remotes.
export { QueryClientProvider } from '@tanstack/react-query';
export { NavigationType, Route, Routes, useNavigationType, useRoutes } from 'react-router-dom';
export { onLiveComposition, onTooOld } from './api.ts';
export { CopyDetails, FailureDetails } from './copy-details.tsx';
export { createPlatform, type PlatformOptions } from './create-platform.ts';
export { enterPlatform, type Platform, queryClient, useToasts } from './current-platform.ts';
export { detailsOf } from './errors.ts';
export { hasMembersDraft } from './forms/drafts.ts';
export { addTexts } from './i18n.ts';
export { isLanguage, keepLanguage, readLanguage } from './language.ts';
export { RetryAttempt, useVisit } from './lazy-screen.tsx';
export { platformContract } from './remote-module.ts';
export { takeSecrets } from './secrets.ts';
export { followOtherTabs, type Suspension, sessionQuery, useSuspension } from './session.ts';
export { PathInFrameProvider } from './site-links.tsx';
export { SiteRouter } from './site-router.tsx';
export { guardUnsaved, leaveUnasked } from './unsaved.ts';
export { chooseVibe } from './vibe.ts';
