import { expect, test } from 'vitest';
import { addressGroup } from '../../src/account/sign-in.ts';
import { table } from '../support/table.ts';

const GROUPS = table<'address' | 'group'>(`
  address                              | group
  192.0.2.1                            | 192.0.2.1
  ::ffff:192.0.2.1                     | 192.0.2.1
  ::FFFF:192.0.2.1                     | 192.0.2.1
  2001:db8:1:2:3:4:5:6                 | 2001:db8:1:2
  2001:db8:1:2::9                      | 2001:db8:1:2
  2001:0DB8:0001:0002::                | 2001:db8:1:2
  2001:db8::1                          | 2001:db8:0:0
  fe80::1%eth0                         | fe80:0:0:0
  ::1                                  | 0:0:0:0
  192.0.2.1:4711                       | 192.0.2.1
  [2001:db8:1:2::9]:4711               | 2001:db8:1:2
  [2001:db8:1:2::9]                    | 2001:db8:1:2
  [::ffff:192.0.2.1]:4711              | 192.0.2.1
  ::FFFF:C000:0201                     | 192.0.2.1
  [0:0:0:0:0:ffff:c000:201]:4711       | 192.0.2.1
`);

test.each(GROUPS)('$address counts for $group', ({ address, group }) => {
  expect(addressGroup(address)).toBe(group);
});
