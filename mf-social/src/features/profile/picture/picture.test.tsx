import type { SelfUser } from '@frens/contract';
import { buildPanda, buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { remote } from '../../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);
afterEach(() => vi.unstubAllGlobals());

const whole = buildUser({ pandaId: 'p1' });
const pictured = { ...whole, profileImage: `/media/pictures/${'a'.repeat(32)}.webp` };
const panda = mock('GET /api/pandas/:id', ({ params }) => buildPanda({ id: params.id }));

/** happy-dom neither decodes nor encodes pictures; the end-to-end journey does both in a browser. */
function drawPictures(size = { width: 800, height: 600 }) {
  const bitmap = { ...size, close: () => {} };
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    if (file.name.startsWith('broken')) throw new DOMException('', 'InvalidStateError');
    return bitmap;
  });
  HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob(['cut'], { type: 'image/webp' }));
}

const photo = (name = 'me.jpg', type = 'image/jpeg') => new File(['photo'], name, { type });
const field = () => screen.findByRole('region', { name: 'Your picture' });
const inputs = async () => [...(await field()).querySelectorAll<HTMLInputElement>('input[type=file]')];

async function open(user: SelfUser = whole, handlers: Parameters<typeof renderRemote>[1]['handlers'] = []) {
  drawPictures();
  const view = await renderRemote(remote, { path: '/profile', user, handlers: [...handlers, panda] });
  const choose = async (file: File) => {
    const [input] = await inputs();
    if (input) fireEvent.change(input, { target: { files: [file] } });
  };
  return { ...view, choose };
}

const dialog = () => screen.findByRole('dialog', { name: 'Choose what to show' });
const status = () => screen.getByRole('dialog').querySelector('output')?.textContent;

describe('a picture', () => {
  it('that is small gets a warning', async () => {
    const { choose } = await open();
    drawPictures({ width: 400, height: 30 });
    await choose(photo());
    await dialog();
    expect(screen.getByText('This picture is small (400 × 30), so it will look blurry.')).toBeTruthy();
    cleanup();
    const { choose: chooseLarge } = await open();
    await chooseLarge(photo());
    await dialog();
    expect(screen.queryByText(/^This picture is small/)).toBeNull();
  });

  it('is chosen, cropped by keyboard, saved, and shown everywhere', async () => {
    const sent: string[] = [];
    const { user, choose } = await open(whole, [
      mock('POST /api/users/me/image', ({ request }) => {
        sent.push(request.headers.get('Content-Type') ?? '');
        return pictured;
      }),
    ]);
    expect((await field()).textContent).toContain('frens see your Panda');
    await choose(photo());
    const stage = within(await dialog()).getByRole('application');
    expect(document.activeElement).toBe(stage);
    expect(status()).toBe('Zoom 100%. The middle is 50% from the left and 50% from the top.');
    await user.keyboard('{ArrowRight}{ArrowUp}++');
    expect(status()).toBe('Zoom 121%. The middle is 46% from the left and 50% from the top.');
    await user.keyboard('{ArrowUp}-');
    expect(status()).toBe('Zoom 110%. The middle is 46% from the left and 54% from the top.');
    fireEvent.change(screen.getByRole('slider', { name: 'Zoom' }), { target: { value: '4' } });
    expect(status()).toContain('Zoom 400%');
    const { violations } = await axe.run(document.body);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);

    await user.dblClick(screen.getByRole('button', { name: 'Save picture' }));
    expect(await screen.findByText('Picture saved')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent).toEqual([expect.stringContaining('multipart/form-data')]);
    const image = (await field()).querySelector('img');
    expect(image?.getAttribute('src')).toBe(pictured.profileImage);
    expect(image?.getAttribute('srcset')).toContain('-small.webp 96w');
    expect(screen.getByRole('button', { name: 'Change picture' })).toBeTruthy();
  });

  it('pans by dragging, zooms by pinching and by the wheel', async () => {
    const { choose } = await open();
    await choose(photo());
    const stage = within(await dialog()).getByRole('application');
    Object.defineProperty(stage, 'clientWidth', { value: 300 });
    stage.setPointerCapture = () => {};
    const finger = (pointerId: number, clientX: number, clientY: number) => ({ pointerId, clientX, clientY });
    fireEvent.pointerMove(stage, finger(1, 0, 0));
    fireEvent.pointerDown(stage, finger(1, 100, 100));
    fireEvent.pointerMove(stage, finger(1, 130, 100));
    expect(status()).toContain('43% from the left');
    fireEvent.pointerDown(stage, finger(2, 130, 200));
    fireEvent.pointerMove(stage, finger(2, 130, 300));
    expect(status()).toContain('Zoom 200%');
    fireEvent.pointerUp(stage, finger(1, 130, 100));
    fireEvent.pointerUp(stage, finger(2, 130, 300));
    fireEvent.pointerMove(stage, finger(2, 0, 0));
    fireEvent.wheel(stage, { deltaY: 1000 });
    expect(status()).toContain('Zoom 100%');
  });

  it('may be dropped or pasted', async () => {
    const { user } = await open();
    const region = await field();
    fireEvent.drop(region, { dataTransfer: { types: ['Files'], files: [photo()] } });
    await dialog();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.paste(region, { clipboardData: { files: [photo()] } });
    await dialog();
  });

  it('is refused beside its button if it is no picture or unreadable', async () => {
    const { choose } = await open();
    await choose(photo('notes.txt', 'text/plain'));
    const region = within(await field());
    expect(await region.findByText('Please choose a JPEG, PNG or WebP picture.')).toBeTruthy();
    await choose(photo('broken.png', 'image/png'));
    const problem = await region.findByText(/couldn’t open/);
    const button = region.getByRole('button', { name: 'Choose a picture' });
    expect(button.getAttribute('aria-describedby')).toContain(problem.id);
    await choose(photo());
    await dialog();
    expect(region.queryByRole('alert')).toBeNull();
  });

  it('stays open with the server’s refusal, and can be resent', async () => {
    let tries = 0;
    const { user, choose } = await open(whole, [
      mock('POST /api/users/me/image', () => {
        tries += 1;
        if (tries === 1)
          throw new MockFailure(400, 'invalid', { fields: { image: 'This picture is damaged.' } });
        return pictured;
      }),
    ]);
    await choose(photo());
    const save = within(await dialog()).getByRole('button', { name: 'Save picture' });
    await user.click(save);
    expect(await within(await dialog()).findByText('This picture is damaged.')).toBeTruthy();
    await user.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(tries).toBe(2);
  });

  it('can be removed, and the Panda replaces it', async () => {
    const { user } = await open(pictured, [mock('DELETE /api/users/me/image', () => whole)]);
    const region = await field();
    await user.click(within(region).getByRole('button', { name: 'Remove picture' }));
    expect(await screen.findByText('Picture removed')).toBeTruthy();
    expect(region.querySelector('img')?.getAttribute('src')).toBe(whole.pandaImage);
    const chooser = within(region).getByRole('button', { name: 'Choose a picture' });
    await waitFor(() => expect(document.activeElement).toBe(chooser));
  });

  it('is asked for in Spanish, with the placeholder of a member without a Panda', async () => {
    await renderRemote(remote, {
      path: '/v2/profile',
      user: buildUser({ pandaId: null }),
      language: 'es',
    });
    const region = await screen.findByRole('region', { name: 'Tu foto' });
    expect(region.textContent).toContain('se ve un panda dormido');
    expect(region.querySelector('img')?.getAttribute('src')).toBe('/media/drawings/neutral.svg');
    expect(within(region).getByRole('button', { name: 'Tomar una foto' })).toBeTruthy();
    const [, camera] = region.querySelectorAll('input[type=file]');
    expect(camera?.getAttribute('capture')).toBe('user');
  });
});
