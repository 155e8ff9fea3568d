import { createClient } from '@frens/contract/client';
import { currentLanguage } from './i18n.ts';

/** The typed client for every call of the contract. Failures are thrown as `ApiError`, nothing else happens here. */
export const api = createClient({ language: currentLanguage });
