// The platform's public API for remotes. Names are listed one by one: a shared package ships whole, so only names in use are
// exported.
export { ApiError } from '@frens/contract/errors';
export { type Language, languages } from '@frens/contract/languages';
export { foldText, textsContain } from '@frens/contract/search-text';
export {
  Amount,
  Avatar,
  Badge,
  Button,
  type ButtonProps,
  Card,
  Chip,
  Cluster,
  Container,
  type DesignSystemLabels,
  EmptyState,
  ErrorState,
  enterModal,
  FieldNotes,
  Grid,
  Heading,
  type Hue,
  IconButton,
  Logo,
  Notice,
  PageHeader,
  Panda,
  PandaScene,
  type PandaSceneProps,
  RequiredMark,
  SearchField,
  Section,
  SelectField,
  Skeleton,
  Spinner,
  Stack,
  Text,
  TextArea,
  TextField,
  type TextFieldProps,
  type Trait,
  type TraitValues,
  traitHues,
  traits,
  UserText,
  useCopy,
  useFieldWiring,
  useLabels,
  useMediaQuery,
  VisuallyHidden,
} from '@frens/design-system';
export {
  type QueryFilters,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
export { useLocation, useParams } from 'react-router-dom';
export { create } from 'zustand';
export { api } from './api.ts';
export { safeLocalStorage } from './browser-storage.ts';
export { addItem, cachedWith, changeData, changeItems, readAgain } from './cache.ts';
export { brand, i18n, queryClient } from './current-platform.ts';
export { errorText, serverText, ToldError } from './errors.ts';
export { hasDraft, useKeptDraft, withDraft } from './forms/draft-storage.ts';
export { FormSummary } from './forms/form-summary.tsx';
export type { Problem, Problems, Rules } from './forms/problems.ts';
export { type Form, type FormAction, type FormOptions, useForm } from './forms/use-form.ts';
export { arriveWhereLeft } from './hydration-arrival.ts';
export { addTexts, currentLanguage } from './i18n.ts';
export { newIdempotencyKey } from './idempotency-keys.ts';
export { type LazyScreen, lazyScreen } from './lazy-screen.tsx';
export { onLeaving } from './leaving.ts';
export { AwaitedList, type AwaitedListProps } from './lists/awaited-list.tsx';
export { LoadError, type LoadErrorProps } from './lists/load-error.tsx';
export { LoadMore, type LoadMoreProps } from './lists/load-more.tsx';
export { itemOf, LongList, type LongListProps } from './lists/long-list.tsx';
export { NoscriptFound, NoscriptResults, SearchForm } from './lists/noscript-search.tsx';
export {
  itemsOf,
  type MoreOfList,
  type PagedList,
  type PagedQuery,
  pagedList,
  pagedQuery,
  type ReadyList,
} from './lists/paged-query.ts';
export { restoreFocus } from './lists/restore-focus.ts';
export { useIsNear } from './lists/use-is-near.ts';
export { type ListFilters, useSearchableList } from './lists/use-searchable-list.ts';
export { queryKeys } from './query-client.ts';
export {
  defineRemote,
  type ListQuery,
  type Locales,
  localesIn,
  type PublicData,
  type RemoteModule,
  type RemoteRoute,
  type WholeQuery,
} from './remote-module.ts';
export { saveFile } from './save-file.ts';
export { forgetSecret, readSecret } from './secrets.ts';
export { onSignOut, type Session, session, useSession } from './session.ts';
export { useSessionEnded } from './session-end.ts';
export { Link, Navigate, NavLink, useNavigate } from './site-links.tsx';
export { type Namespace, type TextKey, type TextSection, type Translate, useTranslation } from './texts.ts';
export { type ToastMessage, toast, withdrawToast } from './toast.ts';
export { useUnsaved } from './unsaved.ts';
export { type Action, type RunCallbacks, useAction } from './use-action.ts';
export { useIsHydrating } from './use-is-hydrating.ts';
export { useLazyDialog } from './use-lazy-dialog.ts';
export { useLocale } from './use-locale.ts';
export { useSearchParams } from './use-search-params.ts';
export { chosenVibe } from './vibe.ts';
