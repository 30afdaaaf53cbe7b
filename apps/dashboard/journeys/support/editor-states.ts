/** States of the editor that axe reads, in both themes, at a desk and on a phone. */
import { expect } from '@jest/globals';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { faultsOf } from './axe.js';
import { api, pageOf } from './service.js';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** A dozen states, each read by axe; a machine may be busy. */
export const patienceMs = 600_000;

export const deskOf = (colorScheme: Theme, width = 1440): BrowserContextOptions => ({
  ...{ colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' },
});
export const phoneOf = (colorScheme: Theme): BrowserContextOptions => ({
  ...{ colorScheme, viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' },
  ...{ isMobile: true, hasTouch: true },
});

export const editorOf = (id: string): string => `workflows/${id}/edit`;

/** @returns the id of a workflow as it is given, also with problems */
export async function drawn(name: string, blocks: readonly object[]): Promise<string> {
  const { data } = await api<{ id: string }>('POST', '/workflows?allowProblems=true', {
    name,
    definition: { blocks, edges: [] },
  });
  return data.id;
}

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });

export async function isFaultless(page: Page, name: string): Promise<void> {
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  expect({ name, faults: await faultsOf(page) }).toEqual({ name, faults: [] });
}

export async function open(page: Page, id: string, name: RegExp): Promise<void> {
  await page.goto(pageOf(editorOf(id)));
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

export const pressBlock = (page: Page, name: string): Promise<void> =>
  page.getByText(name, { exact: true }).first().click();

/** On a phone a sheet, which is closed again. */
export async function isFaultlessSheet(page: Page, name: string, dialog: RegExp): Promise<void> {
  await page.getByRole('dialog', { name: dialog }).waitFor();
  await isFaultless(page, name);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
