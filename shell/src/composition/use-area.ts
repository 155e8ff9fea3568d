import { useTranslation } from '@frens/platform';
import { useRemotes } from './engine.ts';
import { localText } from './local-text.ts';

/** What members call a remote's part of the site, in the language of the page; the page itself for the shell's own. */
export function useArea(name: string): string {
  const { t } = useTranslation('shell');
  const area = useRemotes().area(name);
  if (area) return localText(area);
  return name === 'shell' ? t('remote.area.shell') : name;
}
