/* SPDX-License-Identifier: MIT
 *
 * runtime/replay.c, put into the executable by tools/embed. */
#ifndef REPLAY_HARNESS_TEXT_H
#define REPLAY_HARNESS_TEXT_H

extern const char harness_text_replay_c[];

#endif
