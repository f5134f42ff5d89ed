import { expect, test } from 'vitest';
import { appOf, keyed } from '../../support/app.ts';

test('every quay has a name and a position in WGS84', async () => {
  const reply = await appOf().inject(keyed('/api/ferry-quays'));
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual([
    {
      id: '1',
      name: 'Moss ferjekai',
      lat: 59.4287,
      lon: 10.6514,
      municipality: 3103,
      status: 'in-use',
      usableByCars: true,
      connectionIds: ['7'],
    },
  ]);
});

test('the list may be kept for 24 hours', async () => {
  const { headers } = await appOf().inject(keyed('/api/ferry-quays'));
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['cache-control']).toBe('private, max-age=86400');
  expect(headers['last-modified']).toBe('Thu, 10 Sep 2026 00:00:00 GMT');
});
