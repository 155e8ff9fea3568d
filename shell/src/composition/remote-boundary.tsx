import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** What stands in place of the children after one of them threw. */
  fallback: (cause: unknown) => ReactNode;
}

/** Keeps what a remote throws while rendering inside the remote's own place. */
export class RemoteBoundary extends Component<Props, { failure: { cause: unknown } | null }> {
  override state: { failure: { cause: unknown } | null } = { failure: null };

  static getDerivedStateFromError(cause: unknown) {
    return { failure: { cause } };
  }

  override render() {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.cause) : this.props.children;
  }
}
