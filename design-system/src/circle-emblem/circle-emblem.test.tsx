import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { BookIcon, CoffeeIcon, HammerIcon, LeafIcon } from '../icon/icons.ts';
import { CircleEmblem } from './circle-emblem.tsx';
import { motifFor } from './motifs.ts';

afterEach(cleanup);
const drawingOf = (name: string) => render(<CircleEmblem name={name} />).container.innerHTML;

it('is deterministic per name', () => {
  expect(drawingOf('Night Owls')).toBe(drawingOf('Night Owls'));
  expect(drawingOf('Night Owls')).not.toBe(drawingOf('Night Owls II'));
});

it('shows the motif of a name in either language, and matches short words whole', () => {
  expect(motifFor('Repair Café Crew', 0)).toBe(HammerIcon);
  expect(motifFor('Té y cuentos del barrio', 0)).not.toBe(HammerIcon);
  expect(motifFor('Tarde de té', 5)).toBe(CoffeeIcon);
  expect(motifFor('Team', 0)).not.toBe(CoffeeIcon);
  expect(motifFor('Biblioteca', 0)).toBe(BookIcon);
  expect(motifFor('Review Kites', 6)).toBe(LeafIcon);
});
