import type { SceneName } from '../../labs.ts';
import { disc, type Frame, glow, paint, ring, type Scene, scatter, share } from './frame.ts';
import { bamboo, bloom, compass, day, hills } from './pictures.ts';

/** Two ring sources that approach until their rings overlap. */
function rings({ pen, width, height, time, level, hue, accent }: Frame): void {
  const reach = Math.hypot(width, height) * (0.2 + level * 0.32);
  const apart = width * (0.3 - level * 0.12);
  const sources = [
    { x: width / 2 - apart, y: height * 0.46, colour: hue },
    { x: width / 2 + apart, y: height * 0.54, colour: accent },
  ];
  const count = 9;
  for (const { x, y, colour } of sources) {
    glow(pen, x, y, reach * 0.5, colour, 0.28);
    for (let index = 0; index < count; index++) {
      const phase = (time * 0.09 + index / count) % 1;
      ring(pen, x, y, phase * reach, paint(colour, (1 - phase) * 0.75), 1 + (1 - phase) * 3);
    }
    disc(pen, x, y, 6 + Math.sin(time * 2) * 1.5, paint(colour, 1));
  }
  const notes = 11;
  for (let index = 0; index < notes; index++) {
    const along = (index / (notes - 1) - 0.5) * height * 0.8;
    const beat = (Math.sin(time * 2.4 + index * 0.9) + 1) / 2;
    disc(
      pen,
      width / 2 - along * 0.13,
      height / 2 + along,
      2 + beat * 4,
      paint(accent, share(level * 2 - 1) * beat),
    );
  }
}

/** Ribbons that appear one by one. */
function ribbons({ pen, width, height, time, level, hue, accent }: Frame): void {
  const count = 7;
  for (let index = 0; index < count; index++) {
    const there = share(level * (count - 1) - index + 1);
    const swing = height * (0.06 + level * 0.22) * (0.6 + scatter(index) * 0.6);
    const thick = height * (0.025 + scatter(index, 1) * 0.035);
    const middle = (x: number) =>
      height / 2 +
      Math.sin(
        (x / width) * (3 + scatter(index, 2) * 3) + time * (0.35 + scatter(index, 3) * 0.4) + index * 1.7,
      ) *
        swing;
    const edge = (x: number) => thick * (0.35 + Math.abs(Math.sin((x / width) * 4 + time * 0.4 + index)));
    pen.beginPath();
    for (let x = -20; x <= width + 20; x += 12) pen.lineTo(x, middle(x) - edge(x));
    for (let x = width + 20; x >= -20; x -= 12) pen.lineTo(x, middle(x) + edge(x));
    pen.closePath();
    pen.fillStyle = paint(index % 2 === 0 ? hue : accent, there * 0.42);
    pen.fill();
  }
}

/** Scattered lights that connect. */
function lights({ pen, width, height, time, level, hue, accent }: Frame): void {
  const count = 38;
  const unit = Math.min(width, height);
  const reach = unit * (0.06 + level * 0.28);
  const points = Array.from({ length: count }, (_, index) => {
    const home = { x: scatter(index) * width, y: scatter(index, 1) * height };
    const pull = level * 0.32;
    return {
      x: home.x + (width / 2 - home.x) * pull + Math.sin(time * 0.4 + index) * unit * 0.03,
      y: home.y + (height / 2 - home.y) * pull + Math.cos(time * 0.33 + index * 2) * unit * 0.03,
      size: 2 + scatter(index, 2) * 3.5,
    };
  });
  pen.lineWidth = 1.25;
  for (const [index, a] of points.entries()) {
    for (const b of points.slice(index + 1)) {
      const near = 1 - Math.hypot(a.x - b.x, a.y - b.y) / reach;
      if (near <= 0) continue;
      pen.beginPath();
      pen.moveTo(a.x, a.y);
      pen.lineTo(b.x, b.y);
      pen.strokeStyle = paint(hue, near * 0.8);
      pen.stroke();
    }
  }
  for (const [index, { x, y, size }] of points.entries()) {
    const twinkle = 0.75 + Math.sin(time * 1.6 + index * 3) * 0.25;
    glow(pen, x, y, size * 6, accent, 0.4 * twinkle);
    disc(pen, x, y, size, paint(index % 3 === 0 ? accent : hue, twinkle));
  }
}

/** Sparks that align to a current. */
function current({ pen, width, height, time, level, hue, accent }: Frame): void {
  const count = 16 + Math.round(level * 74);
  const speed = 0.035 + level * 0.1;
  const length = 4 + Math.round(level * 12);
  for (let index = 0; index < count; index++) {
    const lane = scatter(index);
    const at = (time * speed * (0.6 + scatter(index, 1)) + scatter(index, 2)) % 1;
    const point = (behind: number) => {
      const x = at - behind * 0.012;
      const bend = Math.sin(x * 6 + time * 0.25 + lane * 2) * 0.16 + Math.sin(x * 13 - time * 0.2) * 0.05;
      const spread = 0.5 + (lane - 0.5) * (1.05 - level * 0.4);
      return { x: (x * 1.3 - 0.12) * width, y: (spread + bend * (0.25 + level)) * height };
    };
    const fade = Math.sin(at * Math.PI);
    const colour = index % 3 === 0 ? accent : hue;
    for (let behind = length; behind > 0; behind--) {
      const from = point(behind);
      const to = point(behind - 1);
      pen.beginPath();
      pen.moveTo(from.x, from.y);
      pen.lineTo(to.x, to.y);
      pen.lineWidth = (1 - behind / (length + 1)) * (2 + scatter(index, 3) * 3.5);
      pen.strokeStyle = paint(colour, (1 - behind / (length + 1)) * fade * 0.85);
      pen.stroke();
    }
    const head = point(0);
    disc(pen, head.x, head.y, 1.5 + scatter(index, 3) * 2, paint(colour, fade));
  }
}

/** Two voices as bundles of lines that come into tune. */
function waves({ pen, width, height, time, level, hue, accent }: Frame): void {
  const voices = [
    { colour: hue, pitch: 1.6, there: 1, shift: 0 },
    { colour: accent, pitch: 1.6 + (1 - level) * 2.6, there: share(level * 3), shift: (1 - level) * 1.8 },
  ];
  const lines = 13;
  for (const { colour, pitch, there, shift } of voices) {
    for (let line = 0; line < lines; line++) {
      const part = line / (lines - 1);
      pen.beginPath();
      for (let x = 0; x <= width; x += 6) {
        const along = x / width;
        const envelope = Math.sin(along * Math.PI) ** 2;
        const y =
          Math.sin(along * Math.PI * 2 * pitch + time * (0.9 + level * 0.5) + shift + part * 0.9) *
          height *
          (0.1 + part * 0.2) *
          envelope;
        pen.lineTo(x, height / 2 + y);
      }
      pen.strokeStyle = paint(colour, there * (0.12 + part * 0.5));
      pen.lineWidth = 1 + part * 1.5;
      pen.stroke();
    }
  }
}

/** A pulsing light with orbiting rings. */
function core({ pen, width, height, time, level, hue, accent }: Frame): void {
  const unit = Math.min(width, height);
  const breath = (Math.sin(time * 0.9) + 1) / 2;
  const radius = unit * (0.1 + level * 0.09) * (0.88 + breath * 0.24);
  const x = width / 2;
  const y = height / 2;
  glow(pen, x, y, Math.min(unit * 0.48, radius * 4.2), hue, 0.3 + breath * 0.12);
  glow(pen, x, y, radius * 2.2, accent, 0.5);
  for (let index = 0; index < 4; index++) {
    ring(
      pen,
      x,
      y,
      radius * (1.35 + index * 0.55 + breath * 0.12),
      paint(hue, (0.4 - index * 0.09) * level),
      1.5,
    );
  }
  const motes = 34;
  for (let index = 0; index < motes; index++) {
    const angle = scatter(index) * Math.PI * 2 + time * (0.1 + scatter(index, 1) * 0.2) * (1.2 - level * 0.8);
    const far = radius * (1.3 + scatter(index, 2) * 2.6 * (1.15 - level * 0.35));
    const alpha = 0.35 + scatter(index, 3) * 0.5;
    disc(
      pen,
      x + Math.cos(angle) * far,
      y + Math.sin(angle) * far * 0.72,
      1.5 + scatter(index, 4) * 2.5,
      paint(accent, alpha),
    );
  }
  disc(pen, x, y, radius, paint(hue, 0.92));
  glow(pen, x - radius * 0.3, y - radius * 0.35, radius * 0.9, [255, 255, 255], 0.5);
}

/** Scenes by name: pure functions of their frame. The canvas supplies time and colours. */
export const scenes: Record<SceneName, Scene> = {
  rings,
  ribbons,
  lights,
  compass,
  hills,
  bamboo,
  current,
  bloom,
  waves,
  day,
  glow: core,
};
