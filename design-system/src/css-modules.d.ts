/** Class names of a CSS Module; the bundler puts the workspace name before each. */
declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>;
  export default styles;
}

declare module '*.css';

/** The address of a picture's file. */
declare module '*.svg' {
  const address: string;
  export default address;
}
