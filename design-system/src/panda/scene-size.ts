export type SceneName = 'waving' | 'reading' | 'searching' | 'sleeping' | 'meeting' | 'gardening' | 'grove';

/** Width and height of a scene, without loading its drawing. */
export function sceneSize(scene: SceneName): { width: number; height: number } {
  return scene === 'grove' ? { width: 560, height: 420 } : { width: 240, height: 196 };
}
