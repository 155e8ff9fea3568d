export type SceneName = 'waving' | 'reading' | 'searching' | 'sleeping' | 'meeting' | 'gardening' | 'grove';

/** Draws one of the product's scenes. */
export function drawScene(scene: SceneName): { svg: string; width: number; height: number } {
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 200" data-scene="${scene}"></svg>`,
    width: 240,
    height: 200,
  };
}
