import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type Crop, cropOf, movePicture, sideOf, zoomTo } from './crop.ts';

/** One key press pans by a twentieth of the square, or zooms by a tenth. */
const step = 0.05;
const zoomStep = 1.1;

interface Point {
  x: number;
  y: number;
}

/** Crop state, driven by touch, pointer, wheel and keys on the stage. */
export function useCrop(image: ImageBitmap, stage: RefObject<HTMLDivElement | null>) {
  const [crop, setCrop] = useState<Crop>(() => cropOf(image));
  const fingers = useRef(new Map<number, Point>());

  useEffect(() => {
    const element = stage.current;
    // React attaches wheel listeners as passive, so they cannot prevent scrolling.
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      setCrop((current) => zoomTo(current, current.zoom * Math.exp(-event.deltaY / 500)));
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [stage]);

  function press(event: PointerEvent<HTMLDivElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  function drag(event: PointerEvent<HTMLDivElement>) {
    if (!fingers.current.has(event.pointerId)) return;
    const before = [...fingers.current.values()];
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const now = [...fingers.current.values()];
    const size = event.currentTarget.clientWidth;
    const [from, to] = [middleOf(before), middleOf(now)];
    const nearer = distanceOf(before) === 0 ? 1 : distanceOf(now) / distanceOf(before);
    setCrop((current) =>
      zoomTo(movePicture(current, (to.x - from.x) / size, (to.y - from.y) / size), current.zoom * nearer),
    );
  }

  function release(event: PointerEvent<HTMLDivElement>) {
    fingers.current.delete(event.pointerId);
  }

  function type(event: KeyboardEvent) {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setCrop(act);
  }

  return {
    crop,
    zoom: (zoom: number) => setCrop((current) => zoomTo(current, zoom)),
    stageProps: {
      onPointerDown: press,
      onPointerMove: drag,
      onPointerUp: release,
      onPointerCancel: release,
      onKeyDown: type,
    },
  };
}

const keys: Record<string, ((crop: Crop) => Crop) | undefined> = {
  ArrowLeft: (crop) => movePicture(crop, -step, 0),
  ArrowRight: (crop) => movePicture(crop, step, 0),
  ArrowUp: (crop) => movePicture(crop, 0, -step),
  ArrowDown: (crop) => movePicture(crop, 0, step),
  '+': (crop) => zoomTo(crop, crop.zoom * zoomStep),
  // On many keyboards, the plus key without Shift.
  '=': (crop) => zoomTo(crop, crop.zoom * zoomStep),
  '-': (crop) => zoomTo(crop, crop.zoom / zoomStep),
};

function middleOf(points: Point[]): Point {
  const sum = (axis: keyof Point) => points.reduce((total, point) => total + point[axis], 0);
  return { x: sum('x') / points.length, y: sum('y') / points.length };
}

/** Distance between two fingers; 0 for one. */
function distanceOf([one, other]: Point[]): number {
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
}

/** Draws the crop, scaled to fill the canvas. */
export function drawCrop(canvas: HTMLCanvasElement, image: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const side = sideOf(crop);
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(
    image,
    crop.x - side / 2,
    crop.y - side / 2,
    side,
    side,
    0,
    0,
    canvas.width,
    canvas.height,
  );
}
