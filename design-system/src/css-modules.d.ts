/** Class names of a CSS Module; the bundler prefixes each with the workspace name. */
declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>;
  export default styles;
}

declare module '*.css';

/** URL of the image file. */
declare module '*.svg' {
  const address: string;
  export default address;
}
