/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** What a scene needs to draw one picture. The same frame always gives the same picture. */
export interface Frame {
  pen: CanvasRenderingContext2D;
  width: number;
  height: number;
  /** Seconds that the animation has run; pauses do not count. */
  time: number;
  /** How far the steps have led: 0 at the first, 1 at the last, smooth between. */
  level: number;
  hue: Rgb;
  accent: Rgb;
}

export type Scene = (frame: Frame) => void;

export function paint([red, green, blue]: Rgb, alpha: number): string {
  return `rgb(${red} ${green} ${blue} / ${Math.max(0, Math.min(1, alpha))})`;
}

/** `value` held between 0 and 1. */
export function share(value: number): number {
  return Math.max(0, Math.min(1, value));
}

/** A number from 0 to 1 that looks random and is always the same for the same place in a scene. */
export function scatter(index: number, salt = 0): number {
  const value = Math.sin(index * 127.1 + salt * 311.7 + 74.7) * 43_758.5453;
  return value - Math.floor(value);
}

export function disc(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  fill: string | CanvasGradient,
): void {
  pen.beginPath();
  pen.arc(x, y, Math.max(0, radius), 0, Math.PI * 2);
  pen.fillStyle = fill;
  pen.fill();
}

export function ring(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  stroke: string,
  width = 2,
): void {
  pen.beginPath();
  pen.arc(x, y, Math.max(0, radius), 0, Math.PI * 2);
  pen.strokeStyle = stroke;
  pen.lineWidth = width;
  pen.stroke();
}

/** A soft light: full in the middle, nothing at the edge. */
export function glow(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  colour: Rgb,
  alpha: number,
): void {
  const light = pen.createRadialGradient(x, y, 0, x, y, Math.max(1, radius));
  light.addColorStop(0, paint(colour, alpha));
  light.addColorStop(1, paint(colour, 0));
  disc(pen, x, y, radius, light);
}
