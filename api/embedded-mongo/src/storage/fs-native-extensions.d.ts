declare module 'fs-native-extensions' {
  /** Locks bytes of an open file until it is closed; false where somebody else has them. */
  export function tryLock(fd: number, offset: number, length: number): boolean;
}
