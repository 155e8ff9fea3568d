// Runs in worker threads (docs/decisions/0096), which load no TypeScript.
import { hashSync, verifySync } from '@node-rs/argon2';

export const hash = ({ password, options }) => hashSync(password, options);
export const verify = ({ storedHash, password }) => verifySync(storedHash, password);
