import { disc, type Frame, glow, paint, ring, scatter, share } from './frame.ts';

// Scenes that depict an object; abstract scenes of lines and lights are in scenes.ts.

/** A compass needle that swings and comes to rest. */
export function compass({ pen, width, height, time, level, hue, accent }: Frame): void {
  const x = width / 2;
  const y = height / 2;
  const radius = Math.min(width, height) * 0.36;
  glow(pen, x, y, radius * 1.3, hue, 0.25);
  ring(pen, x, y, radius, paint(hue, 0.8), 2.5);
  ring(pen, x, y, radius * 0.72, paint(hue, 0.25), 1.5);
  const restless = (1 - level) ** 1.5;
  const needle = -0.6 + Math.sin(time * 1.5) * 2.4 * restless + Math.sin(time * 0.8) * 0.03;
  const ticks = 48;
  for (let index = 0; index < ticks; index++) {
    const angle = (index / ticks) * Math.PI * 2 - Math.PI / 2;
    const main = index % 12 === 0;
    // Ticks light up as the needle passes.
    const lit = share(1 - Math.abs(Math.sin((angle + Math.PI / 2 - needle) / 2)) * 6);
    const inner = radius * (main ? 0.84 : 0.91);
    pen.beginPath();
    pen.moveTo(x + Math.cos(angle) * inner, y + Math.sin(angle) * inner);
    pen.lineTo(x + Math.cos(angle) * radius * 0.97, y + Math.sin(angle) * radius * 0.97);
    pen.lineWidth = main ? 3 : 1.5;
    pen.strokeStyle = lit > 0.05 ? paint(accent, 0.4 + lit * 0.6) : paint(hue, main ? 0.9 : 0.45);
    pen.stroke();
  }
  pen.save();
  pen.translate(x, y);
  pen.rotate(needle);
  for (const [direction, colour] of [
    [-1, accent],
    [1, hue],
  ] as const) {
    pen.beginPath();
    pen.moveTo(0, direction * radius * 0.66);
    pen.lineTo(radius * 0.1, 0);
    pen.lineTo(-radius * 0.1, 0);
    pen.closePath();
    pen.fillStyle = paint(colour, direction < 0 ? 1 : 0.55);
    pen.fill();
  }
  pen.restore();
  disc(pen, x, y, radius * 0.055, paint(hue, 1));
}

/** Hills that emerge from mist as the sun rises. */
export function hills({ pen, width, height, time, level, hue, accent }: Frame): void {
  const sunY = height * (0.66 - level * 0.42);
  const sunX = width * 0.64;
  const sun = Math.min(width, height) * 0.11;
  glow(pen, sunX, sunY, sun * 4.5, accent, 0.2 + level * 0.3);
  disc(pen, sunX, sunY, sun, paint(accent, 0.85));
  const layers = 5;
  for (let layer = 0; layer < layers; layer++) {
    const depth = layer / (layers - 1);
    const there = share(level * 3 - depth * 1.4 + 0.55);
    const base = height * (0.5 + depth * 0.34) + (1 - there) * height * 0.16;
    pen.beginPath();
    pen.moveTo(0, height);
    for (let x = 0; x <= width + 8; x += 8) {
      const along = x / width + layer * 3.1 + time * 0.006 * (layer + 1);
      const rise = Math.sin(along * (4.5 - depth)) * 0.06 + Math.sin(along * 9.7 + layer) * 0.028;
      pen.lineTo(x, base - rise * height * (1.5 - depth * 0.5));
    }
    pen.lineTo(width + 8, height);
    pen.closePath();
    pen.fillStyle = paint(hue, there * (0.18 + depth * 0.5));
    pen.fill();
  }
}

/** Bamboo shoots that grow joint by joint and open their leaves. */
export function bamboo({ pen, width, height, time, level, hue, accent }: Frame): void {
  const ground = height * 0.94;
  const count = Math.max(5, Math.round(width / 90));
  const joints = 7;
  pen.lineCap = 'round';
  glow(pen, width * 0.5, height * 0.3, Math.min(width, height) * 0.3, accent, 0.3);
  for (let index = 0; index < count; index++) {
    const x = ((index + 0.3 + scatter(index) * 0.4) / count) * width;
    const tall = height * (0.5 + scatter(index, 1) * 0.36);
    const grown = share(level * 1.25 - scatter(index, 2) * 0.28) * joints;
    const thick = 6 + scatter(index, 3) * 9;
    const strength = 0.45 + scatter(index, 4) * 0.5;
    const at = (joint: number) => ({
      x: x + Math.sin(time * 0.7 + index) * (joint / joints) ** 2 * 14,
      y: ground - (joint / joints) * tall,
    });
    for (let joint = 0; joint < grown; joint++) {
      const from = at(joint);
      const to = at(Math.min(joint + 0.94, grown));
      pen.beginPath();
      pen.moveTo(from.x, from.y);
      pen.lineTo(to.x, to.y);
      pen.lineWidth = thick * (1 - (joint / joints) * 0.5);
      pen.strokeStyle = paint(hue, strength);
      pen.stroke();
      const open = share(grown - joint - 1.2);
      if (joint > 1 && open > 0) leaves(pen, to, open, joint + index, { thick, strength, time }, hue);
    }
  }
  pen.beginPath();
  pen.moveTo(0, ground + 2);
  for (let x = 0; x <= width; x += 12) pen.lineTo(x, ground + 2 + Math.sin(x * 0.02) * 4);
  pen.lineTo(width, height);
  pen.lineTo(0, height);
  pen.closePath();
  pen.fillStyle = paint(hue, 0.6);
  pen.fill();
}

function leaves(
  pen: CanvasRenderingContext2D,
  { x, y }: { x: number; y: number },
  open: number,
  salt: number,
  { thick, strength, time }: { thick: number; strength: number; time: number },
  hue: Frame['hue'],
): void {
  const side = salt % 2 === 0 ? 1 : -1;
  const length = (18 + thick * 2.2) * open;
  for (const lean of [-0.35, 0.25]) {
    pen.save();
    pen.translate(x, y);
    pen.rotate(lean + Math.sin(time * 0.9 + salt) * 0.08);
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.quadraticCurveTo(side * length * 0.5, -length * 0.28, side * length, 0);
    pen.quadraticCurveTo(side * length * 0.5, length * 0.2, 0, 0);
    pen.fillStyle = paint(hue, strength);
    pen.fill();
    pen.restore();
  }
}

/** A bud that opens row by row. */
export function bloom({ pen, width, height, time, level, hue, accent }: Frame): void {
  const x = width / 2;
  const y = height / 2;
  const unit = Math.min(width, height) * 0.46;
  glow(pen, x, y, unit, hue, 0.24);
  const rows = 4;
  for (let row = rows - 1; row >= 0; row--) {
    const open = share(level * rows * 0.92 - row + 0.55);
    const petals = 7 + row * 3;
    const length = unit * (0.3 + (row / (rows - 1)) * 0.7) * (0.42 + open * 0.58);
    for (let index = 0; index < petals; index++) {
      pen.save();
      pen.translate(x, y);
      pen.rotate((index / petals) * Math.PI * 2 + row * 0.4 + time * 0.05 * (row % 2 === 0 ? 1 : -1));
      const wide = length * (0.1 + open * 0.16);
      pen.beginPath();
      pen.moveTo(0, 0);
      pen.bezierCurveTo(wide, -length * 0.35, wide, -length * 0.85, 0, -length);
      pen.bezierCurveTo(-wide, -length * 0.85, -wide, -length * 0.35, 0, 0);
      pen.fillStyle = paint(row % 2 === 0 ? hue : accent, (0.16 + open * 0.34) * (1 - row * 0.1));
      pen.fill();
      pen.restore();
    }
  }
  disc(pen, x, y, unit * (0.06 + level * 0.05), paint(accent, 0.95));
  const pollen = 20;
  for (let index = 0; index < pollen; index++) {
    const rise = (time * 0.06 + scatter(index)) % 1;
    const angle = scatter(index, 1) * Math.PI * 2;
    const far = unit * (0.2 + rise * 1.1);
    const alpha = share(level * 2 - 1) * Math.sin(rise * Math.PI);
    disc(
      pen,
      x + Math.cos(angle) * far,
      y + Math.sin(angle) * far,
      2 + scatter(index, 2) * 2.5,
      paint(accent, alpha),
    );
  }
}

/** A whole day: the sun's path, dusk, stars. */
export function day({ pen, width, height, time, level, hue, accent }: Frame): void {
  const horizon = height * 0.8;
  const path = share(level / 0.72);
  const angle = Math.PI * (1.02 - path * 1.04);
  const sun = { x: width / 2 + Math.cos(angle) * width * 0.4, y: horizon - Math.sin(angle) * height * 0.58 };
  const night = share(level * 3 - 1.7);
  const radius = Math.min(width, height) * 0.085;
  const stars = 60;
  for (let index = 0; index < stars; index++) {
    const twinkle = 0.55 + Math.sin(time * 1.4 + index * 5) * 0.45;
    const y = scatter(index, 1) * horizon * 0.96;
    disc(pen, scatter(index) * width, y, 1 + scatter(index, 2) * 2, paint(accent, night * twinkle));
  }
  pen.setLineDash([2, 10]);
  pen.beginPath();
  pen.ellipse(width / 2, horizon, width * 0.4, height * 0.58, 0, Math.PI, 0);
  pen.strokeStyle = paint(hue, 0.45);
  pen.lineWidth = 2;
  pen.stroke();
  pen.setLineDash([]);

  const light = 1 - night;
  glow(pen, sun.x, sun.y, radius * 5, hue, 0.4 * light);
  disc(pen, sun.x, sun.y, radius, paint(hue, light));
  const moon = { x: width * 0.34, y: height * (0.5 - night * 0.2) };
  glow(pen, moon.x, moon.y, radius * 4, accent, 0.35 * night);
  disc(pen, moon.x, moon.y, radius * 0.9, paint(accent, night));

  const bars = 26;
  for (let index = 0; index < bars; index++) {
    const beat = (Math.sin(time * 1.1 + index * 0.55) + 1) / 2;
    const tall = (height - horizon) * (0.18 + beat * 0.5);
    pen.fillStyle = paint(night > 0.5 ? accent : hue, 0.2 + beat * 0.35);
    pen.fillRect((index + 0.2) * (width / bars), height - tall, (width / bars) * 0.6, tall);
  }
  pen.beginPath();
  pen.moveTo(0, horizon);
  pen.lineTo(width, horizon);
  pen.strokeStyle = paint(hue, 0.7);
  pen.stroke();
}
