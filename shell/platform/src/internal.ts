// What only the shell may use: the parts it drives on behalf of the remotes.
export { QueryClientProvider } from '@tanstack/react-query';
export { Route, Routes, useRoutes } from 'react-router-dom';
export { setBrand } from './brand.ts';
export { addTexts, startI18n } from './i18n.ts';
export { RetryAttempt, useVisit } from './lazy-screen.tsx';
export { platformContract } from './remote-module.ts';
export { takeSecrets } from './secrets.ts';
export { followOtherTabs, queryClient, sessionQuery } from './session.ts';
export { PathInFrameProvider } from './site-links.tsx';
export { SiteRouter } from './site-router.tsx';
export { useToasts } from './toast.ts';
export { guardUnsaved } from './unsaved.ts';
