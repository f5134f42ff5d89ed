import type { Way } from './charge.ts';
import { findInForce } from './dated.ts';
import { percentWithTag, takePercent } from './discount.ts';
import type { PassagePrice } from './price-passage.ts';
import type { PricedAmount, PriceStep } from './priced-amount.ts';

/**
 * What a passage costs by itself in one way to pay, with the tariff row and the steps; `undefined`
 * where nobody knows it.
 */
export function provePrice(passage: PassagePrice, way: Way): PricedAmount | undefined {
  const { station, tariff, time } = passage;
  const { size, tagged } = way;
  const price = passage[size];
  if (price === undefined || tariff === undefined) return undefined;
  const { fullOre, rush } = price;
  const steps: PriceStep[] = [{ kind: rush === 'yes' ? 'full-rush' : 'full', ore: fullOre }];
  const discount = findInForce(station.project.tagDiscounts, time.day);
  const percentLeft = percentWithTag(station.project.tagDiscounts, { day: time.day, size });
  if (tagged && percentLeft < 100)
    steps.push({
      kind: 'tag-discount',
      percentLeft,
      ore: takePercent(fullOre, percentLeft),
      ...(discount && { source: discount.source }),
    });
  const { from, fromMin, until, source } = tariff;
  return {
    ore: steps.at(-1)?.ore ?? fullOre,
    certainty: isFirm(passage, way) ? 'known' : 'carried',
    row: {
      id: `${station.passageKey}/${from}/${size}`,
      from,
      ...(fromMin !== undefined && { fromMin }),
      ...(until !== undefined && { until }),
      source,
    },
    steps,
  };
}

/** A source covers the day, the size and, in the rush, its price. */
function isFirm({ isTariffKnown, tariff, ...prices }: PassagePrice, { size }: Way): boolean {
  const rush = prices[size]?.rush;
  const isRushCarried =
    size === 'large' && rush === 'yes' && tariff?.largeRushCarriedFrom !== undefined;
  return (
    isTariffKnown &&
    tariff?.carriedOver?.includes(size) !== true &&
    rush !== 'unknown' &&
    !isRushCarried
  );
}
