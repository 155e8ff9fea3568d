import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** Increases with every navigation and Retry, which reset the boundary. */
  visit: number;
  /** Replaces the children after one of them threw. */
  fallback: (cause: unknown) => ReactNode;
}

interface State {
  visit: number;
  failure: { cause: unknown } | null;
}

/** An error boundary around one page. */
export class RemoteBoundary extends Component<Props, State> {
  override state: State = { visit: this.props.visit, failure: null };

  static getDerivedStateFromProps({ visit }: Props, state: State): State | null {
    return visit === state.visit ? null : { visit, failure: null };
  }

  static getDerivedStateFromError(cause: unknown) {
    return { failure: { cause } };
  }

  override render() {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.cause) : this.props.children;
  }
}
