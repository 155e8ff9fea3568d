import { describe, expect, it } from 'vitest';
import { type Crop, cropOf, movePicture, percentOf, sideOf, zoomTo } from './crop.ts';

const wide = cropOf({ width: 800, height: 600 });

describe('a crop', () => {
  it('starts with the largest centred square', () => {
    expect([sideOf(wide), percentOf(wide)]).toEqual([600, { x: 50, y: 50, zoom: 100 }]);
  });

  it('pans, and stops at the edges', () => {
    expect(movePicture(wide, 0.1, 0)).toMatchObject({ x: 340, y: 300 });
    expect(movePicture(wide, 5, 5)).toMatchObject({ x: 300, y: 300 });
    expect(movePicture(wide, -5, -5)).toMatchObject({ x: 500, y: 300 });
  });

  it('zooms between one and four, and stays inside the picture', () => {
    const corner = movePicture(zoomTo(wide, 4), -9, -9);
    expect(corner).toMatchObject({ x: 725, y: 525, zoom: 4 });
    expect(zoomTo(corner, 0.5)).toMatchObject({ x: 500, y: 300, zoom: 1 });
    expect(zoomTo(wide, 99).zoom).toBe(4);
  });

  it('never leaves the picture under any sequence of moves', () => {
    let crop: Crop = cropOf({ width: 37, height: 1200 });
    for (let step = 1; step < 500; step += 1) {
      crop =
        step % 3
          ? movePicture(crop, Math.sin(step * 7) * 2, Math.cos(step * 3) * 2)
          : zoomTo(crop, 1 + ((step * 13) % 40) / 10);
      const half = sideOf(crop) / 2;
      const edges = [crop.x - half, crop.y - half, crop.width - crop.x - half, crop.height - crop.y - half];
      expect(Math.min(...edges)).toBeGreaterThan(-1e-9);
    }
  });
});
