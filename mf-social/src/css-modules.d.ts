/** Class names of a CSS Module; the bundler puts the workspace's name before each. */
declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>;
  export default styles;
}
