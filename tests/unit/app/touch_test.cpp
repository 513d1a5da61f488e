#include "platform/touch.h"

#include <gtest/gtest.h>

#include <cmath>

namespace paramscope::platform {
namespace THIS_FILE {

using Kind = TouchAct::Kind;

TEST(Touch, TapsWhereItCameDown) {
    Touch touch;
    EXPECT_EQ(touch.down(7, {10, 20}, 0).kind, Kind::Point);
    EXPECT_EQ(touch.move(7, {13, 22}, 0.05, false).kind, Kind::Nothing);
    const TouchAct act = touch.up(7, 0.1);
    EXPECT_EQ(act.kind, Kind::Tap);
    EXPECT_EQ(act.at.x, 10);
    EXPECT_EQ(act.at.y, 20);
    EXPECT_EQ(touch.wait(0.2), std::nullopt);
}

TEST(Touch, ThatMovedBeforeAFrameSawItNeitherTapsNorPressesLong) {
    Touch touch;
    touch.down(1, {10, 100}, 0);
    EXPECT_EQ(touch.move(1, {10, 40}, 0.01, std::nullopt).kind, Kind::Nothing);
    EXPECT_EQ(touch.move(1, {10, 98}, 0.02, std::nullopt).kind, Kind::Nothing) << "back where it came down";
    EXPECT_EQ(touch.wait(0.02), std::nullopt);
    EXPECT_EQ(touch.tick(10).kind, Kind::Nothing);
    EXPECT_EQ(touch.up(1, 10).kind, Kind::Nothing);
}

TEST(Touch, DragsWhatWantsToBeDragged) {
    Touch touch;
    touch.down(1, {10, 10}, 0);
    // What lies there is not known before a frame has seen the finger.
    EXPECT_EQ(touch.move(1, {30, 10}, 0.01, std::nullopt).kind, Kind::Nothing);
    const TouchAct press = touch.move(1, {40, 10}, 0.02, true);
    EXPECT_EQ(press.kind, Kind::Press);
    EXPECT_EQ(press.at.x, 10);
    const TouchAct drag = touch.move(1, {50, 10}, 0.03, true);
    EXPECT_EQ(drag.kind, Kind::Drag);
    EXPECT_EQ(drag.at.x, 50);
    EXPECT_EQ(touch.up(1, 0.04).kind, Kind::Release);
    EXPECT_EQ(touch.wait(0.05), std::nullopt) << "what was dragged does not swing";
}

TEST(Touch, ScrollsByAllThatTheFingerMoved) {
    Touch touch;
    touch.down(1, {0, 100}, 0);
    float moved = 0;
    for (int i = 1; i <= 10; ++i) {
        const TouchAct act = touch.move(1, {0, 100.0f - static_cast<float>(i) * 4}, 0.016 * i, false);
        if (act.kind == Kind::Scroll) moved += act.move.y;
    }
    EXPECT_FLOAT_EQ(moved, -40);
}

TEST(Touch, SwingsOnAndComesToRest) {
    Touch touch;
    touch.down(1, {0, 400}, 0);
    for (int i = 1; i <= 10; ++i) touch.move(1, {0, 400.0f - static_cast<float>(i) * 16}, 0.016 * i, false);
    EXPECT_EQ(touch.up(1, 0.17).kind, Kind::Nothing);
    float swung = 0;
    double now = 0.17;
    while (touch.wait(now)) {
        now += 0.016;
        const TouchAct act = touch.tick(now);
        EXPECT_EQ(act.kind, Kind::Scroll);
        EXPECT_LE(act.move.y, 0);
        swung += act.move.y;
        ASSERT_LT(now, 10);
    }
    EXPECT_LT(swung, -100);
    EXPECT_EQ(touch.tick(now + 1).kind, Kind::Nothing);
}

TEST(Touch, RestingBeforeItGoesUpGivesNoSwing) {
    Touch touch;
    touch.down(1, {0, 400}, 0);
    for (int i = 1; i <= 10; ++i) touch.move(1, {0, 400.0f - static_cast<float>(i) * 16}, 0.016 * i, false);
    touch.up(1, 0.6);
    EXPECT_EQ(touch.wait(0.6), std::nullopt);
}

TEST(Touch, FingerThatStopsASwingDoesNothingElse) {
    Touch touch;
    touch.down(1, {0, 400}, 0);
    for (int i = 1; i <= 10; ++i) touch.move(1, {0, 400.0f - static_cast<float>(i) * 16}, 0.016 * i, false);
    touch.up(1, 0.17);
    EXPECT_EQ(touch.down(2, {0, 200}, 0.2).kind, Kind::Nothing);
    EXPECT_EQ(touch.tick(0.9).kind, Kind::Nothing);
    EXPECT_EQ(touch.up(2, 1.0).kind, Kind::Nothing);
    EXPECT_EQ(touch.wait(1.0), std::nullopt);
}

TEST(Touch, LongPressAsksForTheMenu) {
    Touch touch;
    touch.down(1, {5, 6}, 0);
    ASSERT_TRUE(touch.wait(0.1));
    EXPECT_NEAR(*touch.wait(0.1), Touch::kLongPress - 0.1, 1e-9);
    EXPECT_EQ(touch.tick(0.2).kind, Kind::Nothing);
    EXPECT_EQ(touch.tick(Touch::kLongPress).kind, Kind::Menu);
    EXPECT_EQ(touch.up(1, 1).kind, Kind::Nothing);
}

TEST(Touch, TwoFingersPinch) {
    Touch touch;
    touch.down(1, {100, 100}, 0);
    EXPECT_EQ(touch.down(2, {200, 100}, 0.01).kind, Kind::Nothing);
    const TouchAct act = touch.move(2, {300, 100}, 0.02, false);
    EXPECT_EQ(act.kind, Kind::Pinch);
    EXPECT_FLOAT_EQ(act.scale, 2);
    EXPECT_FLOAT_EQ(act.at.x, 200);
    EXPECT_FLOAT_EQ(act.move.x, 50);
    EXPECT_EQ(touch.up(1, 0.03).kind, Kind::Nothing);
    EXPECT_EQ(touch.move(2, {350, 100}, 0.04, false).kind, Kind::Nothing)
        << "the finger that is left does nothing";
    EXPECT_EQ(touch.up(2, 0.05).kind, Kind::Nothing);
    EXPECT_EQ(touch.down(1, {0, 0}, 0.06).kind, Kind::Point);
}

TEST(Touch, SecondFingerLetsGoOfWhatWasDragged) {
    Touch touch;
    touch.down(1, {0, 0}, 0);
    touch.move(1, {20, 0}, 0.01, true);
    EXPECT_EQ(touch.down(2, {50, 0}, 0.02).kind, Kind::Cancel);
}

TEST(Touch, FingersOnOnePointHaveNoScale) {
    Touch touch;
    touch.down(1, {10, 10}, 0);
    touch.down(2, {10, 10}, 0);
    EXPECT_EQ(touch.move(2, {40, 10}, 0.01, false).scale, 1);
}

TEST(Touch, StrayFingersAreIgnored) {
    Touch touch;
    EXPECT_EQ(touch.move(3, {1, 1}, 0, false).kind, Kind::Nothing);
    EXPECT_EQ(touch.up(3, 0).kind, Kind::Nothing);
    EXPECT_EQ(touch.cancel(3).kind, Kind::Nothing);
    touch.down(1, {0, 0}, 0);
    touch.down(2, {9, 9}, 0);
    EXPECT_EQ(touch.down(3, {1, 1}, 0).kind, Kind::Nothing);
    EXPECT_EQ(touch.down(1, {1, 1}, 0).kind, Kind::Nothing);
}

}  // namespace
}  // namespace paramscope::platform
