// All of the drawing code in one file to import: it is fetched by the first picture that is shown (use-drawings.ts).
export { drawPanda } from './draw-panda.ts';
export { drawScene } from './draw-scene.ts';
