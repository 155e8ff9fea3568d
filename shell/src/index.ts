import { bootstrap } from './bootstrap.tsx';
import { endWait, showFatalError } from './page-start.ts';

endWait();
bootstrap().catch(showFatalError);
