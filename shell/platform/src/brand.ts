import type { Brand } from '@frens/contract/composition';

/** The site's names as configured by its operator (D51). Filled by the shell before the first render. */
export const brand: Brand = { site: 'Frens', product: 'Fren' };

/** Takes the names that came with the page. */
export function setBrand(names: Brand): void {
  Object.assign(brand, names);
}
