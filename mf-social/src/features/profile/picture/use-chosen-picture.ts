import { limits } from '@frens/contract/limits';
import { useEffect, useRef, useState } from 'react';

const loadCropper = () => import('./picture-cropper.tsx');

/** Preloads the cropper. */
export function preloadCropper(): void {
  // Choosing a picture reports the error if loading fails again.
  loadCropper().catch(() => undefined);
}

type Opened = Awaited<ReturnType<typeof loadCropper>> & { image: ImageBitmap };

/** A picture that the member chose, dropped or pasted, decoded for the cropper. */
export function useChosenPicture() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isOpening, setOpening] = useState(false);
  const [problem, setProblem] = useState<'wrongType' | 'unreadable' | 'outOfReach' | null>(null);
  const latest = useRef(0);

  async function read(file: File): Promise<Opened | NonNullable<typeof problem>> {
    if (!limits.picture.types.some((type) => type === file.type)) return 'wrongType';
    const coming = loadCropper().catch(() => 'outOfReach' as const);
    // `createImageBitmap` applies the EXIF orientation.
    const image = await createImageBitmap(file).catch(() => null);
    if (!image) return 'unreadable';
    const cropper = await coming;
    return cropper === 'outOfReach' ? cropper : { ...cropper, image };
  }

  async function open(file: File | null | undefined) {
    if (!file || opened) return;
    latest.current += 1;
    const own = latest.current;
    setProblem(null);
    setOpening(true);
    const found = await read(file);
    // Race: the member chose another file meanwhile.
    if (own !== latest.current) return;
    setOpening(false);
    if (typeof found === 'string') setProblem(found);
    else setOpened(found);
  }

  useEffect(() => () => opened?.image.close(), [opened]);

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = pictureIn(event.clipboardData);
      if (!file) return;
      event.preventDefault();
      void open(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  });

  return { opened, isOpening, problem, open, close: () => setOpened(null) };
}

/** The first picture among dropped or pasted files; otherwise the first file, so that it can be refused. */
export function pictureIn(data: DataTransfer | null): File | undefined {
  const files = [...(data?.files ?? [])];
  return files.find(({ type }) => type.startsWith('image/')) ?? files[0];
}
