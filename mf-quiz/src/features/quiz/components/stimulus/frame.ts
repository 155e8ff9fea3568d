/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Input of a scene. The same frame always yields the same picture. */
export interface Frame {
  pen: CanvasRenderingContext2D;
  width: number;
  height: number;
  /** Running time of the animation in seconds, without pauses. */
  time: number;
  /** Progress through the steps: 0 at the first, 1 at the last, interpolated. */
  level: number;
  hue: Rgb;
  accent: Rgb;
}

export type Scene = (frame: Frame) => void;

export function paint([red, green, blue]: Rgb, alpha: number): string {
  return `rgb(${red} ${green} ${blue} / ${Math.max(0, Math.min(1, alpha))})`;
}

/** Clamps to 0…1. */
export function share(value: number): number {
  return Math.max(0, Math.min(1, value));
}

/** Deterministic noise from 0 to 1 for an index in a scene. */
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

/** A radial gradient: opaque in the centre, transparent at the edge. */
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
