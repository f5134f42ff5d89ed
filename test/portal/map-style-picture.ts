import type { Page } from 'playwright-core';

/** Each from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Whether a colour is seen within an element: in a picture of it, as the map's canvas keeps none. */
export async function showsColour(page: Page, selector: string, colour: Rgb): Promise<boolean> {
  const picture = await page.locator(selector).screenshot();
  return page.evaluate<boolean>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${picture.toString('base64')}';
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const isAt = (at) => ${JSON.stringify(colour)}.every((part, i) => data[at + i] === part);
    for (let at = 0; at < data.length; at += 4) if (isAt(at)) return true;
    return false;
  })()`);
}
