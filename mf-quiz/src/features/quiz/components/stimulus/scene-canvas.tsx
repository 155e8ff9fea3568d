import { useEffect, useRef } from 'react';
import { type Lab, stepsPerLab } from '../../labs.ts';
import type { Rgb } from './frame.ts';
import { scenes } from './scenes.ts';
import styles from './stimulus.module.css';

/** A higher pixel ratio costs time without visible gain. */
const maxPixelRatio = 2;
/** Rate at which the picture approaches a new step, per second. */
const follow = 1.1;

interface SceneCanvasProps extends Pick<Lab, 'scene' | 'accent'> {
  step: number;
  playing: boolean;
}

/** Draws a scene, frame by frame while playing. Decorative: the steps' texts carry the content. */
export function SceneCanvas({ scene, accent, step, playing }: SceneCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const aim = useRef(step);
  const clock = useRef({ time: 0, level: 0 });

  useEffect(() => {
    aim.current = step;
  }, [step]);

  useEffect(() => {
    const element = canvas.current;
    const pen = element?.getContext('2d');
    if (!element || !pen) return;
    let last: number | null = null;
    let request = 0;

    function draw() {
      if (!element || !pen) return;
      const ratio = Math.min(maxPixelRatio, window.devicePixelRatio);
      const { clientWidth: width, clientHeight: height } = element;
      if (element.width !== Math.round(width * ratio) || element.height !== Math.round(height * ratio)) {
        element.width = Math.round(width * ratio);
        element.height = Math.round(height * ratio);
      }
      const { color, outlineColor } = getComputedStyle(element);
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.clearRect(0, 0, width, height);
      const { time, level } = clock.current;
      scenes[scene]({ pen, width, height, time, level, hue: rgb(color), accent: rgb(outlineColor) });
    }

    function next(now: number) {
      const passed = Math.min(0.1, (now - (last ?? now)) / 1_000);
      last = now;
      const { time, level } = clock.current;
      const wanted = aim.current / (stepsPerLab - 1);
      clock.current = { time: time + passed, level: level + (wanted - level) * Math.min(1, passed * follow) };
      draw();
      request = requestAnimationFrame(next);
    }

    // Redraws a paused picture when its size or the theme changes; a playing one redraws anyway.
    const resized = new ResizeObserver(draw);
    // Browsers without `matchMedia` keep the initial colours.
    const scheme = window.matchMedia?.('(prefers-color-scheme: dark)');
    scheme?.addEventListener('change', draw);
    // Starts one frame later: the first drawing is the slowest and must not delay the lab's text.
    request = requestAnimationFrame(() => {
      request = requestAnimationFrame((now) => {
        resized.observe(element);
        if (playing) next(now);
      });
    });
    return () => {
      cancelAnimationFrame(request);
      resized.disconnect();
      scheme?.removeEventListener('change', draw);
    };
  }, [scene, playing]);

  return (
    <div className={styles.stage}>
      <canvas ref={canvas} className={styles.canvas} data-hue={accent} aria-hidden="true" />
    </div>
  );
}

let probe: CanvasRenderingContext2D | null | undefined;
const known = new Map<string, Rgb>();

/** RGB values of a computed colour in any notation: paints one pixel and reads it back. */
function rgb(colour: string): Rgb {
  const found = known.get(colour);
  if (found) return found;
  probe ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!probe) return [0, 0, 0];
  probe.fillStyle = colour;
  probe.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = probe.getImageData(0, 0, 1, 1).data;
  const numbers: Rgb = [red, green, blue];
  known.set(colour, numbers);
  return numbers;
}
