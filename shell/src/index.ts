import { bootstrap } from './bootstrap.tsx';
import { showFatalError } from './fatal-error.ts';

bootstrap().catch(showFatalError);
