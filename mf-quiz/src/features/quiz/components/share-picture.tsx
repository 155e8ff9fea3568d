import type { SoulSignature } from '@frens/contract';
import { type TraitName, traitNames } from '@frens/contract/panda-scoring';
import { traitScale } from '@frens/contract/trait-scale';
import { ShareIcon } from '@frens/design-system/icons';
import { Button, brand, saveFile, toast, traitHues, useTranslation } from '@frens/platform';
import { type RefObject, useState } from 'react';
import { drawResult } from '../result-picture.ts';

interface SharePictureProps {
  /** Ref of the element that holds the Panda's drawing. */
  panda: RefObject<HTMLElement | null>;
  /** The Panda's name or a substitute. */
  name: string;
  traits: SoulSignature['traits'];
  topTrait: TraitName;
}

/** Renders the result as a picture in the browser, then shares it or saves it as a file. */
export function SharePicture({ panda, name, traits, topTrait }: SharePictureProps) {
  const { t } = useTranslation('mf-quiz');
  const [isDrawing, setDrawing] = useState(false);

  async function share() {
    const drawing = panda.current?.querySelector('img');
    if (!drawing) return;
    setDrawing(true);
    const max = traitScale(traits);
    try {
      const picture = await drawResult(drawing, traitHues[topTrait], {
        site: brand.site,
        title: t('end.share.mine'),
        name,
        leading: t('end.share.leading', { trait: t(`leading.${topTrait}`) }),
        traits: traitNames.map((trait) => ({
          label: t(`trait.${trait}`),
          value: traits[trait],
          hue: traitHues[trait],
        })),
        max,
      });
      await give(new File([picture], t('end.share.file'), { type: picture.type }));
    } catch (error) {
      console.warn('The picture of the result could not be made.', error);
      toast({ title: t('end.share.failed.title'), description: t('end.share.failed.text'), tone: 'danger' });
    } finally {
      setDrawing(false);
    }
  }

  return (
    <Button
      size="lg"
      variant="secondary"
      icon={<ShareIcon />}
      loading={isDrawing}
      onClick={() => void share()}
    >
      {t('end.share.action')}
    </Button>
  );
}

/** Opens the share sheet. Saves the file if sharing is unsupported or fails, but not if the user cancels. */
async function give(file: File): Promise<void> {
  if (!navigator.canShare?.({ files: [file] })) return saveFile(file.name, file);
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) saveFile(file.name, file);
  }
}
