import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Spinner } from '../spinner/spinner.tsx';
import { DesignSystemProvider } from './provider.tsx';

afterEach(cleanup);

it('provides texts to components, in English if one is missing', () => {
  render(
    <DesignSystemProvider labels={{ loading: 'Cargando' }}>
      <Spinner />
      <DesignSystemProvider labels={{}}>
        <Spinner />
      </DesignSystemProvider>
    </DesignSystemProvider>,
  );
  expect(screen.getByLabelText('Cargando')).toBeTruthy();
  expect(screen.getByLabelText('Loading')).toBeTruthy();
});
